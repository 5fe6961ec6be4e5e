/** Whether errors carry texts. The build of `./core` makes it false, and bundlers then leave the texts out. */
export const TEXTS: boolean = true
