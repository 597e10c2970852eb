import type { Given, OperationId, RequestOf, ResponseOf } from '../contract/contract.ts'
import { importAgain } from '../contract/import-again.ts'
import { pathOf, type Route, readRoutes } from '../contract/routes.ts'
import { ApiFailure, type FactorRequest } from './failure.ts'
import { Http, type HttpOptions, type HttpRequest, unreachable } from './http.ts'

/** Failure of the first import, which browsers repeat for the address of the script. */
let failed: unknown
let loading: Promise<ReadonlyMap<string, Route>> | undefined

const importTable = () => import('../contract/generated/operation-table.ts')

/** Loads the table of operations once. It is loaded by itself, so that a page shows before it has arrived. */
function loadRoutes(): Promise<ReadonlyMap<string, Route>> {
  loading ??= (failed === undefined ? importTable() : importAgain(importTable, failed)).then(
    ({ OPERATIONS }) => readRoutes(OPERATIONS),
    (cause: unknown) => {
      loading = undefined
      failed ??= cause
      throw unreachable(cause)
    },
  )
  return loading
}

export interface ApiClientOptions extends HttpOptions {
  /**
   * Returns the proof of Verify MFA for a request that needs a fresh second factor. It rejects with the failure when
   * the person gives none. Default: such requests fail.
   */
  readonly proveFactor?: (request: FactorRequest, failure: ApiFailure) => Promise<string>
}

/** The HTTP API with one token. */
export class ApiClient extends Http {
  readonly #proveFactor: ApiClientOptions['proveFactor']

  constructor(options: ApiClientOptions) {
    super(options)
    this.#proveFactor = options.proveFactor
    // The first call waits less, and reports a failure.
    loadRoutes().catch(() => {})
  }

  /**
   * Sends a request of an operation and returns the body of its response:
   * `call('update_guild_role', { params: { guild_id, role_id }, body: { name } })`. Waits for short rate limits.
   * @throws ApiFailure for a refusal, and without a connection
   */
  async call<Id extends OperationId>(id: Id, ...[given]: Given<RequestOf<Id>>): Promise<ResponseOf<Id>> {
    const route = (await loadRoutes()).get(id)
    if (!route) throw new TypeError(`there is no operation ${id}`)
    const response = await this.#proven(() => this.callRoute(route, (given ?? {}) as HttpRequest))
    return response as ResponseOf<Id> // The types are made from the server's operations.
  }

  /**
   * Opens the response of an operation whose body is a file.
   * @throws ApiFailure for a refusal, and without a connection
   */
  async openFile<Id extends OperationId>(id: Id, ...[given]: Given<RequestOf<Id>>): Promise<Response> {
    const route = (await loadRoutes()).get(id)
    if (!route) throw new TypeError(`there is no operation ${id}`)
    const { params, ...request } = (given ?? {}) as HttpRequest & { params?: Parameters<typeof pathOf>[1] }
    return this.#proven(() => this.open(pathOf(route, params), request))
  }

  /** Sends a request, and once more with a proof if it needs a second factor. */
  async #proven<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send()
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.mfa === undefined || !this.#proveFactor) throw failure
      this.factorProof = await this.#proveFactor(failure.mfa, failure)
      return send()
    }
  }
}
