/** Deliberate differences between the platform and the public description, each with its reason. */

import { GUILD_FEATURES, OAUTH2_SCOPES } from '@guildhall/protocol'

/** JSON Schema, as far as this package reads it. */
export type Schema = { readonly [key: string]: unknown }

/** A mismatch that is accepted. */
export interface Accepted {
  /** An operation's id, or `*` for every one. */
  readonly operation: string
  /** Matches the JSON path of a mismatch. */
  readonly path: RegExp
  readonly reason: string
}

const TARGETS_REFUSED = {
  path: /^\/(code|message)$/,
  reason: 'what is wrong with a file of target users is told by its lines, as documented [INV-2]',
}

const ACCEPTED: readonly Accepted[] = [
  { operation: 'create_channel_invite', ...TARGETS_REFUSED },
  { operation: 'update_invite_target_users', ...TARGETS_REFUSED },
]

/** A schema of the description that is replaced by another one. */
export interface Amendment {
  /** Name among the components. */
  readonly schema: string
  /** Field of the schema, if only that is meant. */
  readonly field?: string
  readonly amended: Schema
  readonly reason: string
}

export const AMENDMENTS: readonly Amendment[] = [
  {
    schema: 'EntitlementTypes',
    amended: { type: 'integer', enum: [1, 2, 3, 4, 5, 6, 7, 8, 10] },
    reason: 'entitlements that were bought for good and tried out (1 to 7) are documented, but not in the description',
  },
  {
    schema: 'InnerErrors',
    amended: {
      type: 'object',
      properties: {
        _errors: {
          type: 'array',
          items: {
            type: 'object',
            properties: { code: { type: 'string' }, message: { type: 'string' } },
            required: ['code', 'message'],
          },
        },
      },
      additionalProperties: false,
      required: ['_errors'],
    },
    reason: 'codes of field errors are names like BASE_TYPE_REQUIRED, not integers [ERR-8]',
  },
  {
    schema: 'ChannelTypes',
    amended: { type: 'integer', enum: [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16] },
    reason: 'media channels (16) are documented, but not in the description',
  },
  {
    schema: 'GuildChannelResponse',
    field: 'type',
    amended: { type: 'integer', enum: [0, 2, 4, 5, 13, 14, 15, 16] },
    reason: 'as above',
  },
  {
    schema: 'MessageReferenceType',
    amended: { type: 'integer', enum: [0, 1] },
    reason: 'forwards (1) are documented, but not in the description',
  },
  {
    schema: 'GuildFeatures',
    amended: { type: 'string', enum: GUILD_FEATURES },
    reason:
      'documented features are missing in the description, ENHANCED_ROLE_COLORS and GUILD_TAGS among them [GLD-3]',
  },
  {
    schema: 'OAuth2Scopes',
    amended: { type: 'string', enum: OAUTH2_SCOPES },
    reason: 'scopes of the social layer are documented, but not in the description [AUT-5] [AUT-6]',
  },
  {
    schema: 'CreateMessageInteractionCallbackResponse',
    amended: {
      type: 'object',
      properties: { type: { enum: [4, 5] }, message: { $ref: '#/components/schemas/MessageResponse' } },
      required: ['type', 'message'],
    },
    reason: 'a deferred answer (5) makes a message, too; the description knows immediate ones only',
  },
  {
    schema: 'RatelimitedResponse',
    amended: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        code: { type: 'integer' },
        retry_after: { type: 'number' },
        global: { type: 'boolean' },
      },
      required: ['message', 'retry_after', 'global'],
    },
    reason: 'a 429 has a code only where its limit has one of its own, as documented',
  },
]

/** Returns the accepted difference that a mismatch falls under, or undefined. */
export function acceptedFor(operation: string, path: string): Accepted | undefined {
  return ACCEPTED.find((entry) => (entry.operation === '*' || entry.operation === operation) && entry.path.test(path))
}
