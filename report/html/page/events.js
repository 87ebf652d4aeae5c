export default { id: 'events', title: 'events', has: () => false, mount() {} };
