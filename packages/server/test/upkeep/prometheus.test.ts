/** Prometheus itself reads the metrics and the alerts. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { freePort } from '../support/free-port.ts'
import { startPlatform } from '../support/platform.ts'
import { until } from '../support/until.ts'

const ALERTS = join(import.meta.dirname, '../../../../deploy/prometheus/alerts.yml')
const TOKEN = 'a-token-of-sixteen-or-more'
const hasTool = ['prometheus', 'promtool'].every((tool) => spawnSync(tool, ['--version']).status === 0)

test('Prometheus scrapes a platform with a token, and evaluates the alerts', async (context) => {
  if (!hasTool) return context.skip('prometheus and promtool are not there')
  const world = { users: { ann: {} } }
  await using platform = await startPlatform({ world, settings: { metrics_token: TOKEN } })
  await api(platform.api, platform.ann.token).get('/users/@me')
  execFileSync('promtool', ['check', 'rules', ALERTS], { stdio: 'ignore' })
  const input = await (await fetch(`${platform.url}/metrics`)).text()
  const checked = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
  assert.deepEqual([checked.status, checked.stderr], [0, ''])

  const folder = await mkdtemp(join(tmpdir(), 'guildhall-prometheus-'))
  const job = {
    job_name: 'guildhall',
    authorization: { credentials: TOKEN },
    static_configs: [{ targets: [new URL(platform.url).host] }],
  }
  const intervals = { scrape_interval: '1s', evaluation_interval: '1s' }
  // JSON is YAML too.
  const config = JSON.stringify({ global: intervals, rule_files: [ALERTS], scrape_configs: [job] })
  await writeFile(join(folder, 'prometheus.yml'), config)
  const listen = `127.0.0.1:${await freePort()}`
  const paths = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`]
  const child = spawn('prometheus', [...paths, `--web.listen-address=${listen}`], { stdio: 'ignore' })
  try {
    const ask = async <T>(path: string): Promise<T | null> => {
      const response = await fetch(`http://${listen}/api/v1/${path}`).catch(() => null)
      return response?.ok ? (((await response.json()) as { data: T }).data ?? null) : null
    }
    await until('a scrape has succeeded', async () => {
      const found = await ask<{ result: { value: [number, string] }[] }>('query?query=guildhall_http_requests_total')
      return (found?.result.length ?? 0) > 0
    })
    await until('the alerts were evaluated', async () => {
      const found = await ask<{ groups: { rules: { health: string; lastError?: string }[] }[] }>('rules')
      const rules = found?.groups.flatMap((group) => group.rules) ?? []
      assert.deepEqual(
        rules.flatMap(({ lastError }) => lastError ?? []),
        [],
      )
      return rules.length > 0 && rules.every(({ health }) => health === 'ok')
    })
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
})
