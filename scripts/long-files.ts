/**
 * Test files that start dozens of processes, wait for minutes, or repeat on PostgreSQL what the embedded store shows.
 * `npm run test:all` runs them too, and so does CI; `npm test` names their number, because everybody waits for it.
 * A file belongs here if it takes longer than about 20 s on a quiet machine, and shorter files test what it is about.
 * Without `.test.ts`, from the root of the project.
 */
export const LONG_FILES: readonly string[] = [
  // Test runners of users and a second version of the program are installed.
  'scripts/install-beside',
  // Commands are killed at many points.
  'packages/server/test/storage/first-start-killed',
  'packages/server/test/upkeep/backup-bucket',
  'packages/server/test/upkeep/full-database',
  'packages/server/test/upkeep/full-disk',
  'packages/server/test/upkeep/kills',
  'packages/server/test/upkeep/move-files',
  'packages/server/test/upkeep/upgrade-beside',
  'packages/server/test/cluster/backups',
  'packages/server/test/cluster/faults-property',
  'packages/server/test/cluster/haproxy',
  'packages/server/test/cluster/processes',
  'packages/server/test/cluster/stop-in-outage',
  // Programs in many languages are started.
  'packages/server/test/cli/run/environment',
  'packages/server/test/cli/run/restart',
  // discord.js waits for its own timers after each fault; a page receives a full tape.
  'packages/web/test/inspector-faults',
  'packages/web/test/inspector-tape',
  // Calls of several pages: cameras, relays, losing networks, nodes that end, and members who come and go.
  'packages/web/test/voice-codes',
  'packages/web/test/voice-network',
  'packages/web/test/voice-nodes',
  'packages/web/test/voice-rooms',
  'packages/web/test/voice-turn',
  'packages/web/test/voice-video',
]

/**
 * Test files of `postgres-files.ts` whose second run is left to `npm run test:all`: long ones, and those whose own
 * statements are at most three that compare, write or count rows of one table. `npm test` runs others of that form.
 * Files with concurrent changes, joins, patterns or restarts stay.
 */
export const LONG_ON_POSTGRES: readonly string[] = [
  'games/lobby-messages',
  'games/portal-games',
  'games/webhook-events-delivery',
  'guilds/auto-moderation',
  'guilds/stickers',
  'interactions/installs',
  'messages/message-permissions',
  'messages/message-rules',
  'storage/first-start-killed',
  'upkeep/backup',
  'upkeep/kills',
]
