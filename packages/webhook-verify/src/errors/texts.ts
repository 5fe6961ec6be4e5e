/** Whether errors have texts. The build of `./signature` replaces it by `false`, which removes the texts. */
export const TEXTS: boolean = true
