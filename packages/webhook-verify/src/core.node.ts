export * from './index.node.js'
