/** Express 4 under the name it is installed by; what the tests use of it has the types of Express 5. */
declare module 'express-4' {
  import express from 'express'
  export default express
}
