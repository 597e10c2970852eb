/** A process that receives all messages between nodes and drops them: the least that an event costs a node. */
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { answerCommands } from './answer-commands.ts'

let connection: NatsConnection | null = null

answerCommands({
  async subscribe({ url }: { url: string }) {
    const { protocol, host, username: user, password: pass } = new URL(url)
    connection = await connect({ servers: `${protocol}//${host}`, user, pass })
    connection.subscribe('guildhall.*.events', { callback: () => undefined })
    await connection.flush()
  },
})
