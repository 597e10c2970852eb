/** Checked by the compiler: each line after `@ts-expect-error` is one. */
import type { MessageObject, RoleObject } from '@guildhall/protocol'
import type { Call, EventName } from './contract.ts'
import type { Events } from './generated/events.ts'

/** Accepts a value of a type. */
function expectType<T>(_value: T): void {}

/** Requests as a client writes them. */
export async function requests(call: Call): Promise<void> {
  const params = { guild_id: '1', role_id: '2' }
  expectType<RoleObject>(await call('update_guild_role', { params, body: { name: 'Crew' }, reason: 'a new name' }))
  expectType<MessageObject[]>(await call('list_messages', { params: { channel_id: '1' }, query: { limit: 50 } }))
  expectType<undefined>(await call('delete_guild_role', { params }))
  // Nothing is required.
  await call('get_gateway')

  // @ts-expect-error: there is no such operation.
  await call('modify_guild_rule', { params })
  // @ts-expect-error: the parameter of the path is missing.
  await call('update_guild_role', { params: { guild_id: '1' } })
  // @ts-expect-error: all parameters of the path are missing.
  await call('delete_guild_role')
  // @ts-expect-error: the operation has no such field.
  await call('update_guild_role', { params, body: { nmae: 'Crew' } })
  // @ts-expect-error: the operation takes no query.
  await call('update_guild_role', { params, query: { limit: 1 } })
  // @ts-expect-error: the response is a role.
  expectType<MessageObject>(await call('get_guild_role', { params }))
}

/** Events as a client handles them. */
export function events(on: <Name extends EventName>(name: Name, handle: (data: Events[Name]) => void) => void): void {
  on('GUILD_ROLE_CREATE', ({ guild_id, role }) => {
    expectType<string>(guild_id)
    expectType<RoleObject>(role)
  })
  // @ts-expect-error: there is no such event.
  on('GUILD_ROLE_MADE', () => {})
  // @ts-expect-error: a deleted role is named by its id alone.
  on('GUILD_ROLE_DELETE', ({ role }) => role)
}
