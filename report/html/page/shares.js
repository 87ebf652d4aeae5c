export default { id: 'shares', title: 'shares', has: () => false, mount() {} };
