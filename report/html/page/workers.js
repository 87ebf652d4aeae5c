export default { id: 'workers', title: 'workers', has: () => false, mount() {} };
