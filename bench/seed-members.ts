/** Writes a guild with very many members straight into a store that no process has open. */
import { DatabaseSync } from 'node:sqlite'

type Row = Record<string, string | number | bigint | null>

/** Below all ids that the platform generates. */
const FIRST_ID = 1_000_000_000_000n

/** Adds members to the only guild of a store, each a copy of its owner under another name. */
export function seedMembers(path: string, count: number): void {
  const database = new DatabaseSync(path)
  const row = (sql: string) => {
    const statement = database.prepare(sql)
    statement.setReadBigInts(true)
    return statement.get() as Row
  }
  const user = row("SELECT * FROM users WHERE username = 'owner'")
  const member = row("SELECT members.* FROM members JOIN users ON users.id = user_id WHERE username = 'owner'")
  const insert = (table: string, like: Row) => {
    const columns = Object.keys(like)
    const marks = columns.map(() => '?').join()
    const statement = database.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${marks})`)
    return (values: Row) => statement.run(...Object.values({ ...like, ...values }))
  }
  const insertUser = insert('users', user)
  const insertMember = insert('members', member)
  const name = { guild_id: member.guild_id ?? 0n, name: '', user_id: 0n }
  const insertName = insert('member_names', name)
  database.exec('BEGIN')
  for (let n = 0; n < count; n += 1) {
    const id = FIRST_ID + BigInt(n)
    const username = `member${n}`
    insertUser({ id, username })
    insertMember({ user_id: id })
    insertName({ name: Buffer.from(username).toString('hex'), user_id: id })
  }
  database.exec(`UPDATE member_counts SET members = members + ${count}`)
  database.exec('COMMIT')
  database.close()
}
