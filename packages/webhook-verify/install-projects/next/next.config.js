// The packages beside the project are symbolic links.
export default { turbopack: { root: '/' } }
