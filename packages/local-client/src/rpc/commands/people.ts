import Type from 'typebox'
import { RpcError } from '../codes.ts'
import { command } from '../command.ts'
import type { Host } from '../host.ts'
import { HostRefusal } from '../host.ts'
import { relationshipObject, rpcUser } from '../objects.ts'
import { PseudoScope } from '../scopes.ts'
import { Id, NoArguments } from './fields.ts'

const { LOCAL, EMBEDDED } = PseudoScope

type User = ReturnType<Host['user']>

const getUser = command({
  name: 'GET_USER',
  scope: [LOCAL, EMBEDDED],
  args: Type.Object({ id: Id }),
  async run({ host }, { id }) {
    const user = await findUser(host, id)
    return user && rpcUser(user)
  },
})

/** Returns a user; null for an unknown one. */
async function findUser(host: Host, id: string): Promise<User | null> {
  if (id === host.user().id) return host.user()
  try {
    return await host.request<User>('GET', `/users/${id}`)
  } catch (error) {
    if (error instanceof HostRefusal && error.status === 404) return null
    throw error
  }
}

/** Friends, blocked users and friend requests of the person. [AUT-8] */
const getRelationships = command({
  name: 'GET_RELATIONSHIPS',
  scope: ['relationships.read'],
  args: NoArguments,
  run: ({ host }) => ({ relationships: [...host.relationships()].map((one) => relationshipObject(host, one)) }),
})

const SIZES = [16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096] as const
/** Number of default avatars. */
const DEFAULT_AVATARS = 6n

/** Returns an avatar as a `data:` address, also a default one. */
const getImage = command({
  name: 'GET_IMAGE',
  scope: [LOCAL],
  args: Type.Object({
    type: Type.Literal('user'),
    id: Id,
    format: Type.Enum(['png', 'webp', 'jpg', 'jpeg', 'gif']),
    size: Type.Enum([...SIZES]),
  }),
  async run({ host }, { id, format, size }) {
    if (!host.image) throw new RpcError('SERVICE_UNAVAILABLE', 'This client loads no images.')
    const user = await findUser(host, id)
    if (!user) throw new RpcError('INVALID_USER', `Invalid user id: ${id}`)
    const path = user.avatar
      ? `/avatars/${id}/${user.avatar}.${formatOf(user.avatar, format)}?size=${size}`
      : `/embed/avatars/${(BigInt(id) >> 22n) % DEFAULT_AVATARS}.png`
    return { data_url: await host.image(path) }
  },
})

/** Only animated avatars have the format gif. */
function formatOf(avatar: string, format: string): string {
  return format === 'gif' && !avatar.startsWith('a_') ? 'png' : format
}

const getLocale = command({
  name: 'USER_SETTINGS_GET_LOCALE',
  scope: ['identify'],
  args: NoArguments,
  run: ({ host }) => ({ locale: host.locale() }),
})

/** Nothing is collected: the platform has no telemetry. */
const sendAnalyticsEvent = command({
  name: 'SEND_ANALYTICS_EVENT',
  scope: [],
  args: Type.Object({ event_name: Type.String({ maxLength: 200 }), event_properties: Type.Object({}) }),
  run: () => null,
})

export const peopleCommands = [getUser, getRelationships, getImage, getLocale, sendAnalyticsEvent]
