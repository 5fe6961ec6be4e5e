export * from './index.web.js'
