import type { Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { Application } from '../../../kernel/model.ts'
import type { ConsentStatus } from './model.ts'

/** Payload of an event for the clients of one person. */
interface OfPerson {
  readonly userId: Snowflake
}

/** Question of a local client that another client of the same person can show. */
export interface ConsentQuestion extends OfPerson {
  readonly id: Snowflake
  readonly application: Pick<Application, 'id' | 'name' | 'icon' | 'description'>
  readonly scopes: readonly string[]
  /** Place to which the consent adds the application; null if it only gives scopes. */
  readonly install: {
    /** Null for the account of the person. */
    readonly guild: { readonly id: Snowflake; readonly name: string } | null
    /** Of the bot's role; null without a bot. */
    readonly permissions: bigint | null
  } | null
  /** Proposed purchase; null if the application asks for scopes. */
  readonly sku: { readonly id: Snowflake; readonly name: string } | null
}

/** Declares an event that only the sessions of the person's own clients receive. */
function ownEvent<P extends OfPerson>(key: string, name: string, present: (payload: P) => object) {
  return eventType<P>({
    key,
    name,
    intents: () => 0,
    visibleTo: (viewer, { userId }) => viewer.kind === 'person' && viewer.userId === userId,
    present,
  })
}

/** A local client asks the person. */
export const consentRequestCreate = ownEvent<ConsentQuestion>(
  'consent-request.created',
  'CONSENT_REQUEST_CREATE',
  ({ id, application, scopes, install, sku }) => ({
    id: id.toString(),
    application: {
      id: application.id.toString(),
      name: application.name,
      icon: application.icon,
      description: application.description,
    },
    scopes: [...scopes],
    install: install && {
      guild: install.guild && { id: install.guild.id.toString(), name: install.guild.name },
      permissions: install.permissions?.toString() ?? null,
    },
    sku: sku && { id: sku.id.toString(), name: sku.name },
  }),
)

/** The question is shown by a client, was answered, or was withdrawn. */
export const consentRequestUpdate = ownEvent<OfPerson & { readonly id: Snowflake; readonly status: ConsentStatus }>(
  'consent-request.updated',
  'CONSENT_REQUEST_UPDATE',
  ({ id, status }) => ({ id: id.toString(), status }),
)

/** A local client opens a page in the person's web app. */
export const clientNavigate = ownEvent<OfPerson & { readonly path: string }>(
  'client.navigated',
  'CLIENT_NAVIGATE',
  ({ path }) => ({
    path,
  }),
)

/** The person asks to link their account with a game, which then begins an authorization. [EVT-20] */
export const authorizeRequest = ownEvent<OfPerson & { readonly applicationId: Snowflake }>(
  'authorization.requested',
  'AUTHORIZE_REQUEST',
  ({ applicationId }) => ({ application_id: applicationId.toString() }),
)
