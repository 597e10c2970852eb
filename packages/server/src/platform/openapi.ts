/** The platform's HTTP API as an OpenAPI document, for generators and for the contract check. */

import { openApiDocument } from '../transports/http/openapi.ts'
import { operations } from './operations.ts'
import { VERSION } from './package-folder.ts'

/**
 * Returns the document that `/api/v10/openapi.json` serves.
 * @param unlisted adds the operations that only people's own clients call
 */
export function openApi({ unlisted = false }: { unlisted?: boolean } = {}): object {
  return openApiDocument(operations, { version: VERSION, all: unlisted })
}
