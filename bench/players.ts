/** Sessions of people and of their games connect at once: a game costs about as much as the person's own client. */
import { type Bench, type Measured, verdict, withGuildhall } from './bench.ts'
import { storm } from './identify-storm.ts'

/** One player has at most 20 sessions in a game. */
const SESSIONS_PER_PLAYER = 10
const RATIO_MAX = 1.25

export async function measurePlayers(bench: Bench): Promise<Measured> {
  const count = bench.options.stormSessions
  const players = Math.ceil(count / SESSIONS_PER_PLAYER)
  return await withGuildhall(
    bench,
    { sessions: 'sessions.ts' },
    async (guildhall, { sessions }) => {
      const { people, games } = await guildhall.signInPlayers()
      const open = (tokens: string[]) => storm(guildhall.pid, sessions, { ...guildhall.gateway, tokens }, count)
      const ofPeople = await open(people)
      const ofGames = await open(games)
      const ofBoth = await open(people.flatMap((token, n) => [token, games[n] ?? token]))
      const ratio = ofGames.cpuMicrosPerSession / ofPeople.cpuMicrosPerSession
      const row = (name: string, figures: typeof ofPeople) => [
        name,
        figures.perSecond,
        figures.p50Ms,
        figures.p99Ms,
        figures.cpuMicrosPerSession,
      ]
      const table = {
        title: `${count} sessions of ${players} players at once: connect to GUILD_CREATE, for games to READY`,
        columns: ['', 'sessions /s', 'p50 ms', 'p99 ms', 'CPU µs a session'],
        rows: [row('people', ofPeople), row('games', ofGames), row('half and half', ofBoth)],
        notes: [`A game's session takes ${ratio.toFixed(2)} of the CPU of a person's: ${verdict(ratio, RATIO_MAX)}`],
      }
      return { figures: { count, players, people: ofPeople, games: ofGames, both: ofBoth, ratio }, tables: [table] }
    },
    { players },
  )
}
