import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuditLogAction } from './audit-log-actions.ts'
import { APPLICATION_FLAGS_IN_32_BITS, ApplicationFlag, AttachmentFlag, ChannelFlag, MessageFlag } from './flags.ts'
import { GUILD_FEATURES, MUTABLE_GUILD_FEATURES } from './guild-features.ts'
import { Intent, KNOWN_INTENTS, PRIVILEGED_INTENTS } from './intents.ts'
import * as limits from './limits.ts'
import { CloseCode, GatewayOp } from './opcodes.ts'

test('[CH-6] CHANNEL_OBFUSCATED is 131072', () => assert.equal(ChannelFlag.CHANNEL_OBFUSCATED, 131072))

test('[ATT-3] IS_SPOILER is 8', () => assert.equal(AttachmentFlag.IS_SPOILER, 8))

test('[APP-1] [APP-3] PARENT exceeds the bits of flags', () => {
  assert.equal(ApplicationFlag.PARENT & APPLICATION_FLAGS_IN_32_BITS, 0n)
  assert.equal(Number(APPLICATION_FLAGS_IN_32_BITS), 2147483647)
  assert.equal(ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED, 524288n)
})

test('MessageFlag has the documented bits', () => {
  assert.equal(MessageFlag.EPHEMERAL, 64)
  assert.equal(MessageFlag.IS_COMPONENTS_V2, 32768)
})

test('[VCI-5] AuditLogAction 192 is VOICE_CHANNEL_STATUS_UPDATE', () => {
  assert.equal(AuditLogAction.VOICE_CHANNEL_STATUS_UPDATE, 192)
  assert.equal(AuditLogAction.VOICE_CHANNEL_STATUS_DELETE, 193)
  const values = Object.values(AuditLogAction)
  assert.equal(new Set(values).size, values.length)
})

test('[GLD-1] only the owner changes PRUNE_REQUIRES_ADMIN', () => {
  assert.equal(MUTABLE_GUILD_FEATURES.PRUNE_REQUIRES_ADMIN, 'owner')
  assert.equal(new Set(GUILD_FEATURES).size, 34)
})

test('KNOWN_INTENTS and PRIVILEGED_INTENTS have the documented bits', () => {
  assert.equal(KNOWN_INTENTS, 53608447)
  assert.equal(PRIVILEGED_INTENTS, (1 << 1) | (1 << 8) | (1 << 15))
  assert.equal(Object.keys(Intent).length, 21)
})

test('[GW-4] GatewayOp has the documented numbers', () => {
  assert.equal(GatewayOp.IDENTIFY, 2)
  assert.equal(GatewayOp.REQUEST_GUILD_MEMBERS, 8)
  assert.equal(GatewayOp.REQUEST_CHANNEL_INFO, 43)
  assert.equal(CloseCode.DISALLOWED_INTENTS, 4014)
})

test('[LIM-1] [LIM-5] [LIM-6] [LIM-8] [LIM-9] [LIM-10] [LIM-13] limits have the documented values', () => {
  assert.equal(limits.FILE_MAX_BYTES, 20971520)
  assert.deepEqual(limits.FILE_MAX_BYTES_BY_PREMIUM, [20971520, 52428800, 524288000, 52428800])
  assert.deepEqual(limits.FILE_MAX_BYTES_BY_TIER, [20971520, 20971520, 52428800, 104857600])
  assert.equal(limits.VOICE_STATUS_MAX, 500)
  assert.equal(limits.FILE_UPLOAD_VALUES_MAX, 10)
  assert.equal(limits.CONTEXT_MENU_COMMANDS_MAX, 15)
  assert.equal(limits.GUILD_TAG_MAX, 4)
})
