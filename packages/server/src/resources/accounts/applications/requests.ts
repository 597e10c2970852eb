import {
  APPLICATION_DESCRIPTION_MAX,
  APPLICATION_NAME_MAX,
  APPLICATION_TAG_MAX,
  APPLICATION_TAGS_MAX,
  APPLICATION_URL_MAX,
  WEBHOOK_EVENTS,
} from '@guildhall/protocol'
import {
  Distinct,
  ImageData,
  Int,
  OneOf,
  Optional,
  OptionalNullable,
  PermissionBits,
  SnowflakeId,
  type Static,
  Text,
  TrimmedText,
  Type,
} from '../../../validation/schema.ts'
import { PRIVILEGED_INTENT_NAMES } from './intent-rules.ts'

/** Address of a page or server. Empty for none. */
export const Url = Text(0, APPLICATION_URL_MAX)
const REDIRECT_URI_MAX = 512
const REDIRECT_URIS_MAX = 20

const InstallParams = Type.Object({
  scopes: OptionalNullable(Distinct(OneOf('applications.commands', 'bot'), 1, 2)),
  permissions: OptionalNullable(PermissionBits),
})
/** Install parameters of a request. */
export type InstallParams = Static<typeof InstallParams>

const InstallConfig = OptionalNullable(Type.Object({ oauth2_install_params: OptionalNullable(InstallParams) }))
const InstallConfigs = Type.Object({ 0: InstallConfig, 1: InstallConfig })
/** Install parameters of a request by installation context: 0 for guilds, 1 for users. */
export type InstallConfigs = Static<typeof InstallConfigs>

/** Path of an application. */
export const ApplicationParams = Type.Object({ application_id: SnowflakeId })

const PrivilegedIntents = Distinct(OneOf(...PRIVILEGED_INTENT_NAMES), 0, PRIVILEGED_INTENT_NAMES.length)
const REASON_MAX = 2_000

/** Body by which an owner asks for privileged intents. */
export const IntentsRequestForm = Type.Object({
  intents: Distinct(OneOf(...PRIVILEGED_INTENT_NAMES), 1, PRIVILEGED_INTENT_NAMES.length),
  reason: TrimmedText(1, REASON_MAX),
})

/** Body by which the operator approves what an application may do. Absent keys change nothing. */
export const Approvals = Type.Object({
  intents: Optional(PrivilegedIntents),
  verified: Optional(Type.Boolean()),
  identify_premium: Optional(Type.Boolean()),
  social_layer: Optional(Type.Boolean()),
})
export type Approvals = Static<typeof Approvals>

/** Fields that the application itself can change. */
export const ApplicationChanges = Type.Object({
  description: OptionalNullable(Text(0, APPLICATION_DESCRIPTION_MAX)),
  icon: OptionalNullable(ImageData),
  cover_image: OptionalNullable(ImageData),
  custom_install_url: OptionalNullable(Url),
  role_connections_verification_url: OptionalNullable(Url),
  interactions_endpoint_url: OptionalNullable(Url),
  event_webhooks_url: OptionalNullable(Url),
  event_webhooks_status: OptionalNullable(Int(1, 2)),
  event_webhooks_types: OptionalNullable(Distinct(OneOf(...WEBHOOK_EVENTS), 0, WEBHOOK_EVENTS.length)),
  tags: OptionalNullable(Distinct(Text(1, APPLICATION_TAG_MAX), 0, APPLICATION_TAGS_MAX)),
  install_params: OptionalNullable(InstallParams),
  integration_types_config: OptionalNullable(InstallConfigs),
  flags: OptionalNullable(Int(0, 2 ** 31 - 1)),
  /** Limit of the participants of an activity instance; -1 or null for none. */
  max_participants: OptionalNullable(Int(-1, 2 ** 31 - 1)),
})

/** Fields that the owner can change in the portal: those of the application and a few more. */
export const OwnerChanges = Type.Object({
  ...ApplicationChanges.properties,
  name: Optional(Text(2, APPLICATION_NAME_MAX)),
  channel_obfuscation_opt_in: OptionalNullable(Type.Boolean()),
  bot_public: OptionalNullable(Type.Boolean()),
  bot_require_code_grant: OptionalNullable(Type.Boolean()),
  terms_of_service_url: OptionalNullable(Url),
  privacy_policy_url: OptionalNullable(Url),
  /** Whether the client has no secret to keep (flag 1 << 8). */
  public_client: OptionalNullable(Type.Boolean()),
  redirect_uris: OptionalNullable(Type.Array(Text(1, REDIRECT_URI_MAX), { maxItems: REDIRECT_URIS_MAX })),
  /** Accepted terms stay accepted. [AUT-7] */
  social_sdk_terms_accepted: OptionalNullable(Type.Boolean()),
  /** Makes the application a game, which it stays. Needs accepted terms. [STA-1] */
  social_layer: OptionalNullable(Type.Boolean()),
})
export type OwnerChanges = Static<typeof OwnerChanges>
