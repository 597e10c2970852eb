import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { consequences } from './consequences.ts'

const src = fileURLToPath(new URL('..', import.meta.url))

/** Every point with its followers, in the order in which they run. */
const ORDER = `
sessions restored
  leaveActivitiesOfLostSessions
session ended
  leaveActivities
  endTemporaryMemberships
last sessions lost
  endTemporaryMembershipsOf
public profile changed
  updateMembersOfUser
user renamed
  checkProfileEverywhere
platform ban created
  removeDevicesOf
  endAuthorizations
messages of banned user unwanted
  removeMessagesOfBanned
settings saved
  scheduleRetention
retention changed
  scheduleRetention
deleting account
  demandNoGuild
  removeDevicesOf
  revokeAllGrants
purging account
  leaveGuilds
  leaveGroupDms
  endRelationships
  leaveLobbies
  removeMessagesOfAccount
  removeGameMessagesOf
  scrubInteractions
  scrubAuditLog
  scrubEvidence
  removeHarvestsOfAccount
moving account
  moveRelationships
  moveLobbies
  moveGameMessages
deleting application
  endActivities
  purgeApplication
  deleteWidgetConfigs
  removeBotFromGuilds
  deleteCommands
  removeQuickLinks
deleting players
  purgeRelationships
  purgeLobbies
  purgeGameMessages
  purgeProfileWidgets
deleting integration
  removeWebhooksOfApplication
removing member
  leaveThreads
bot removed
  removeIntegrationOfBot
author banned
  deleteMessagesOfAuthor
deleting channel
  deleteThreadsOf
  clearChannelSettings
  endEventsIn
  unindexMessages
channel unlinked
  unlinkLobbyOf
system message due
  postSystemMessage
message created
  schedulePushes
  announceDirectMessage
  mirrorNewMessage
  previewNewMessage
message edited
  announceDirectMessageEdit
  mirrorEdit
  previewEdit
deleting messages
  announceDirectMessageDeletions
  mirrorDeletions
lobby deleted
  deleteMessagesOfLobby
  unlinkChannelOf
`

test('consequences run in this order', () => {
  const lines = consequences.flatMap(({ point, followers }) => [
    point.name,
    ...followers.map(({ name }) => `  ${name}`),
  ])
  const printed = `\n${lines.join('\n')}\n`
  assert.equal(printed, ORDER, printed)
})

test('each declared point is listed once, under a unique name', () => {
  const declared = globSync('**/*.ts', { cwd: src })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(join(src, path), 'utf8').matchAll(/= consequence<[^']*\('([^']+)'\)/g)])
    .map(([, name]) => name)
  assert.deepEqual(consequences.map(({ point }) => point.name).sort(), declared.sort())
  assert.equal(new Set(declared).size, declared.length)
})
