import type { SavedFilter } from '../../../domain/people/saved-filter.js'
import type { SavedFilterTable } from '../../../domain/store/people-tables.js'
import type { Sql } from '../../sql.js'

export const savedFilterTable = (sql: Sql): SavedFilterTable => ({
  list(personId, list) {
    const text = 'SELECT name, query FROM saved_filters WHERE person_id = ? AND list = ? ORDER BY name'
    return sql.all<SavedFilter>(text, personId, list)
  },
  async put(personId, list, { name, query }) {
    await sql.run(
      `INSERT INTO saved_filters (person_id, list, name, query) VALUES (?, ?, ?, ?)
       ON CONFLICT (person_id, list, name) DO UPDATE SET query = excluded.query`,
      personId,
      list,
      name,
      query,
    )
  },
  async delete(personId, list, name) {
    const text = 'DELETE FROM saved_filters WHERE person_id = ? AND list = ? AND name = ?'
    await sql.run(text, personId, list, name)
  },
  async deleteOf(personId) {
    await sql.run('DELETE FROM saved_filters WHERE person_id = ?', personId)
  },
})
