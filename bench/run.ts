/**
 * `npm run bench`: starts the real program beside a bare server and prints the cost of each, as ratios taken in one
 * run.
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { freshServerBuild } from '../scripts/builds.ts'
import { measureBackup } from './backup.ts'
import type { Bench, Measured } from './bench.ts'
import { Children } from './children.ts'
import { measureCluster } from './cluster.ts'
import { measureCompression } from './compression.ts'
import { measureFanOut } from './fan-out.ts'
import { measureGrowth } from './growth.ts'
import { measureHold } from './hold.ts'
import { measureIdentifyStorm } from './identify-storm.ts'
import { measureInteractions } from './interactions.ts'
import { measureLatency } from './latency.ts'
import { measureLobbies } from './lobbies.ts'
import { measureLog } from './log.ts'
import { measureMemory } from './memory.ts'
import { measureMoves } from './moves.ts'
import { type Options, readOptions, type Section, USAGE } from './options.ts'
import { measurePaths } from './paths.ts'
import { measurePlayers } from './players.ts'
import { measureRest } from './rest.ts'
import { measureRetention } from './retention.ts'
import { measureSearch } from './search.ts'
import { measureSoak } from './soak.ts'
import { measureSocialSdk } from './social-sdk.ts'
import { measureStart } from './start.ts'
import { drawTable } from './table.ts'
import { measureTape } from './tape.ts'
import { measureVoice } from './voice.ts'
import { measureWeb } from './web.ts'
import { measureWebhookEvents } from './webhook-events.ts'
import { measureWorldCopies } from './world-copies.ts'

const TOTAL_TIMEOUT_MS = 30 * 60_000

const sections: Record<Section, (bench: Bench) => Promise<Measured>> = {
  fanout: measureFanOut,
  compression: measureCompression,
  backup: measureBackup,
  cluster: measureCluster,
  growth: measureGrowth,
  hold: measureHold,
  rest: measureRest,
  paths: measurePaths,
  log: measureLog,
  memory: measureMemory,
  moves: measureMoves,
  retention: measureRetention,
  search: measureSearch,
  soak: measureSoak,
  start: measureStart,
  storm: measureIdentifyStorm,
  players: measurePlayers,
  lobbies: measureLobbies,
  latency: measureLatency,
  interactions: measureInteractions,
  'social-sdk': measureSocialSdk,
  webhookevents: measureWebhookEvents,
  voice: measureVoice,
  web: measureWeb,
  worlds: measureWorldCopies,
  tape: measureTape,
}

/** Runs the selected sections; a section that fails is named, and the others go on. */
async function run(options: Options): Promise<void> {
  const bench = { options, children: new Children() }
  const guard = setTimeout(() => {
    console.error(`not done after ${TOTAL_TIMEOUT_MS / 60_000} minutes`)
    process.exit(1)
  }, TOTAL_TIMEOUT_MS)
  const machine = {
    cpu: cpus()[0]?.model,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  }
  console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.platform}, Node ${machine.node}`)
  await freshServerBuild()
  const results: Record<string, object> = {}
  for (const section of options.sections) {
    try {
      const { figures, tables } = await sections[section](bench)
      results[section] = figures
      for (const table of tables) console.log(drawTable(table))
    } catch (error) {
      results[section] = { error: String(error) }
      console.error(`\n${section} FAILED:`, error)
      process.exitCode = 1
    }
  }
  clearTimeout(guard)
  const file = new URL('results.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, options, results }, null, 2)}\n`)
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') console.log(USAGE)
  else await run(options)
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  process.exitCode = 1
}
