import {
  allow,
  ButtonStyle,
  ChannelType,
  ComponentType,
  invalidForm,
  needs,
  Permission,
  refuse,
  type Snowflake,
  type Verdict,
} from '@guildhall/protocol'
import type { Caller } from '../../../kernel/caller.ts'
import type { Channel } from '../../../kernel/model.ts'
import type { StoredWebhook } from './model.ts'

/** Returns whether a channel may have webhooks. Categories have no messages, and threads use those of their parent. */
export function mayHoldWebhooks({ type, thread_metadata }: Pick<Channel, 'type' | 'thread_metadata'>): boolean {
  return thread_metadata === null && type !== ChannelType.GUILD_CATEGORY
}

/**
 * Returns whether the caller may see the webhook's token. Only the application itself sees that of its own webhooks.
 */
export function maySeeToken(
  { application_id }: Pick<StoredWebhook, 'application_id'>,
  { application }: Caller,
): boolean {
  return application_id === null || application_id === application?.id
}

/** Returns whether a webhook may post there. In a forum it posts into a thread; elsewhere it cannot start one. */
export function mayPostThere(
  forum: boolean,
  threadId: Snowflake | undefined,
  threadName: string | null | undefined,
): Verdict {
  if (!forum && threadName) return refuse('WEBHOOK_THREADS_ONLY_IN_FORUMS', 'thread_name outside a forum')
  if (forum && threadName && threadId !== undefined)
    return refuse('WEBHOOK_FORUM_THREAD_AMBIGUOUS', 'both thread_name and thread_id')
  if (forum && threadId === undefined && !threadName)
    return refuse('WEBHOOK_FORUM_NEEDS_THREAD', 'neither thread_name nor thread_id')
  return allow
}

/**
 * Returns the components that a webhook may send. Webhooks of an application may send any. Others send none, or with
 * `with_components` those that no application has to respond to.
 *
 * @throws a form fault for interactive components of a webhook without an application
 */
export function sendableComponents(
  { application_id }: Pick<StoredWebhook, 'application_id'>,
  components: unknown,
  withComponents: boolean,
): unknown {
  if (application_id !== null || components === undefined) return components
  if (!withComponents) return undefined
  if (isInteractive(components))
    throw invalidForm(['components'], 'BASE_TYPE_CHOICES', 'This webhook cannot send interactive components.')
  return components
}

/** Returns whether unchecked components contain a select, or a button that is not a link. */
function isInteractive(component: unknown): boolean {
  if (Array.isArray(component)) return component.some(isInteractive)
  if (typeof component !== 'object' || component === null) return false
  const { type, style, components, accessory } = component as {
    type?: unknown
    style?: unknown
    components?: unknown
    accessory?: unknown
  }
  if (type === ComponentType.BUTTON) return style !== ButtonStyle.LINK
  if (SELECTS.includes(Number(type))) return true
  return isInteractive(components) || isInteractive(accessory)
}

const SELECTS: readonly number[] = [
  ComponentType.STRING_SELECT,
  ComponentType.USER_SELECT,
  ComponentType.ROLE_SELECT,
  ComponentType.MENTIONABLE_SELECT,
  ComponentType.CHANNEL_SELECT,
]

/** Whether a member may publish a message of an announcement channel: their own, or any with MANAGE_MESSAGES. */
export function mayPublish(permissions: bigint, own: boolean): Verdict {
  return own ? allow : needs(permissions, Permission.MANAGE_MESSAGES)
}
