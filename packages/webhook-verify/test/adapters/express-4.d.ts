/** Express 4 under the name of its installation. The members that the tests use have the types of Express 5. */
declare module 'express-4' {
  import express from 'express'
  export default express
}
