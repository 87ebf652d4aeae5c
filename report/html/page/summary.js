export default { id: 'summary', title: 'summary', has: () => false, mount() {} };
