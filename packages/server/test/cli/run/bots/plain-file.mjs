/** Downloads a file by `https`, as bots do that know the addresses of the public platform's files only. */
import { Agent, get, request } from 'node:https'

const file = `${process.env.GUILDHALL_URL}/cdn/embed/avatars/0.png`
const { hostname, port, pathname: path } = new URL(file)

const status = (start) =>
  new Promise((resolve, reject) => start((response) => resolve(response.resume().statusCode)).on('error', reject))

function refusal() {
  try {
    get('http://other.invalid/')
  } catch (error) {
    return error.code
  }
}

const seen = [
  await status((done) => get(file, done)),
  await status((done) => get(new URL(file), { agent: new Agent() }, done)),
  await status((done) => request({ protocol: 'http:', hostname, port, path }, done).end()),
  refusal(),
]
process.stdout.write(JSON.stringify(seen), () => process.exit())
