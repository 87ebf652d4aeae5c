export default { id: 'agreement', title: 'agreement', has: () => false, mount() {} };
