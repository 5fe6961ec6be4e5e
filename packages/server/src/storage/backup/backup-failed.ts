/** A backup could not be made, or is not what it should be. No file is left that looks complete. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'
}
