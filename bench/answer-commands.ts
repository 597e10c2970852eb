/** The child's end of `Worker`. The process ends with its parent, whatever ended that. */
export function answerCommands<Commands extends Record<string, (args: never) => unknown>>(commands: Commands): void {
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ id, command, args }: { id: number; command: string; args: never }) => {
    try {
      const run = commands[command]
      if (!run) throw new Error('no such command')
      process.send?.({ id, result: await run(args) })
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) })
    }
  })
}
