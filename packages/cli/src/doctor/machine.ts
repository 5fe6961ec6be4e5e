/** Checks of this machine. */
import { installedServer } from '../dev/server-package.js'
import { driverFault, driverFolder } from '../dev/sqlite-driver.js'
import { type Finding, fault, good } from './finding.js'

/** As in the manifests of the packages. */
const OLDEST = [20, 19] as const

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const isNew = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  return isNew
    ? good('node', `Node ${version}`)
    : fault(
        'node',
        'node_version',
        `Node ${version} is too old`,
        `Install Node ${OLDEST.join('.')} or later.`,
      )
}

/** Opens a database with the SQLite driver of the server of this folder. */
export async function checkSqlite(cwd: string): Promise<Finding> {
  const server = installedServer(cwd)
  const driver = server && driverFolder(server.folder)
  if (driver === undefined) return good('sqlite', 'no server is installed in this folder')
  const reason = await driverFault(driver)
  return reason === undefined
    ? good('sqlite', 'the SQLite driver opens a database')
    : fault(
        'sqlite',
        'sqlite_module',
        `the SQLite driver cannot be used: ${reason}`,
        'Run npm rebuild better-sqlite3 with this Node; where no binary fits, that needs Python 3, make and a C++ compiler.',
      )
}
