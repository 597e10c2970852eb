// An application without a gateway connection: the platform sends interactions to this HTTP endpoint, signed.
//
//   PUBLIC_KEY   the application's public key, from the ready line (--json) or GET /applications/@me (`verify_key`)
//   PORT         by default 3000
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { InteractionResponseType, InteractionType, verifyKey } from 'discord-interactions'

/** Starts the endpoint; returns the server once it listens. */
export async function startEndpoint({ publicKey, port = 3000 }) {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const signature = request.headers['x-signature-ed25519'] ?? ''
    const timestamp = request.headers['x-signature-timestamp'] ?? ''
    // Everyone can reach an endpoint: only the signature shows that the platform sent the request.
    if (!(await verifyKey(body, signature, timestamp, publicKey))) {
      response.writeHead(401).end('invalid request signature')
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(respondTo(JSON.parse(body))))
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

function respondTo(interaction) {
  if (interaction.type === InteractionType.PING) return { type: InteractionResponseType.PONG }
  const user = interaction.member?.user ?? interaction.user
  return {
    type: InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE,
    data: { content: `Hello ${user.username}, from an HTTP endpoint` },
  }
}

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startEndpoint({ publicKey: process.env.PUBLIC_KEY, port: Number(process.env.PORT ?? 3000) })
  console.log(`The endpoint listens at http://127.0.0.1:${server.address().port}`)
}
