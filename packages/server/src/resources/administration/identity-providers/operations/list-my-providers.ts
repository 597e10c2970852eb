import { wire, wireTime } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Nullable, Type } from '../../../../validation/schema.ts'
import { listProviders } from '../actions/find-provider.ts'
import { listIdentities } from '../store.ts'

const MyProvider = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Name or address of the person at the provider; null if it is not linked, or told none. */
  account: Nullable(Type.String()),
  linked_at: Nullable(wire.Time),
})

/** List My Providers: the providers of this platform, and which of them sign the person in. */
export const listMyProviders = operation({
  id: 'list_my_providers',
  method: 'GET',
  path: '/users/@me/sso',
  callers: ['person'],
  unlisted: true,
  responses: { 200: Type.Array(MyProvider) },

  async run({ work, caller }) {
    const linked = await listIdentities(work, caller.userId)
    return (await listProviders(work)).map(({ id, name }) => {
      const identity = linked.find(({ provider }) => provider === id)
      const linked_at = identity ? wireTime(identity.created_at) : null
      return { id, name, account: identity?.name ?? null, linked_at }
    })
  },
})
