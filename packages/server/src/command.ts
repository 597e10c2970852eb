import { createPlatform } from './main.ts'

/** Carries out a command line: the only place that reads arguments, prints and exits. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  void args
  const platform = await createPlatform({ port: 7799, data: ':memory:' })
  console.log(JSON.stringify({ ready: true, url: platform.url, world: platform.world }))
}
