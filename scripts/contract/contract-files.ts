import { execFileSync } from 'node:child_process'
import { openApi } from 'guildhall/openapi'
import { controlDocument } from './documents.ts'
import { eventTypes } from './event-types.ts'
import { type Document, operationTypes } from './operation-types.ts'
import { routeTable } from './route-table.ts'

const FOLDER = 'packages/client/src/contract/generated/'

/** Returns the generated files of the contract by path. */
export async function contractFiles(): Promise<Map<string, string>> {
  const api = openApi({ unlisted: true }) as Document
  const control = await controlDocument()
  const texts: Readonly<Record<string, string>> = {
    'operations.ts': operationTypes(api, {
      name: 'Operations',
      header: header('Requests and responses of the operations of the HTTP API, by operation id.'),
      keyOf: (_route, { operationId }) => operationId,
    }),
    'operation-table.ts': tableModule('OPERATIONS', api),
    'control-requests.ts': operationTypes(control, {
      name: 'ControlRequests',
      header: header('Requests and responses of the control API, by method and path.'),
      keyOf: (route) => route,
    }),
    'events.ts': eventTypes(header('Payloads of gateway dispatches, by name.')),
  }
  return new Map(
    Object.entries(texts).map(([name, text]) => {
      const path = FOLDER + name
      const options = { input: text, maxBuffer: 1 << 26 }
      return [
        path,
        execFileSync('node_modules/.bin/biome', ['check', '--write', `--stdin-file-path=${path}`], options).toString(),
      ]
    }),
  )
}

function header(subject: string): string {
  return `/** ${subject} Written by \`npm run contract\`. */\n`
}

function tableModule(name: string, document: Document): string {
  return `${header('Methods and paths by operation id, as `readRoutes` reads them.')}export const ${name} = \`${routeTable(document)}\`\n`
}
