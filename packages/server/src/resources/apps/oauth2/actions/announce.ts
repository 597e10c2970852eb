import type { Snowflake } from '@guildhall/protocol'
import type { Application, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { presentUser } from '../../../accounts/users/index.ts'
import { queueWebhookEvent } from '../../../accounts/webhook-events/index.ts'
import { presentGuild } from '../../../guild/guilds/index.ts'

/** Consent of a user. */
export interface GivenConsent {
  readonly application: Application
  readonly user: User
  readonly scopes: readonly string[]
  /** Guild in which the consent installed the application. */
  readonly guildId?: Snowflake | null
  /** The consent installed the application for the user. */
  readonly forUser?: boolean
}

/** Tells the server of an application about a consent, once. [EVT-13] */
export async function announceConsent(work: Work, consent: GivenConsent): Promise<void> {
  const { application, user, scopes, guildId = null, forUser = false } = consent
  const view = guildId === null ? null : await work.view(guildId)
  const data = {
    ...(view ? { integration_type: 0 } : forUser ? { integration_type: 1 } : {}),
    user: presentUser(user),
    scopes: [...scopes],
    ...(view ? { guild: presentGuild(view) } : {}),
  }
  await queueWebhookEvent(work, { application, type: 'APPLICATION_AUTHORIZED', userId: user.id, data })
}
