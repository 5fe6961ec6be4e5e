// The packages beside the project are links to where they are installed.
export default { turbopack: { root: '/' } }
