export default { id: 'regions', title: 'regions', has: () => false, mount() {} };
