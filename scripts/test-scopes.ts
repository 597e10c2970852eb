/**
 * Lets Node's runner find the test that code belongs to by an `AsyncLocalStorage`. The runner itself notes each promise
 * of the process, by hooks that are called at its beginning and its end. These take a seventh of the processor time of
 * tests. This module must be evaluated before `node:test` is loaded.
 */
import hooks from 'node:async_hooks'

const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks
/** Id of the test, or of the hook of one, that the running code belongs to. */
const current = new AsyncLocalStorage<number>()
/** Id of the test of the file that runs. Node evaluates an imported module outside the storage of its importer. */
let ofFile: number | undefined
type Init = (id: number, type: string, triggerId: number, resource: object) => void
/** Notes a test by its id. The runner passes this function to `createHook`. */
let note: Init | undefined

/** Base class of the runner's tests. */
class Scope extends AsyncResource {
  constructor(...parameters: ConstructorParameters<typeof AsyncResource>) {
    super(...parameters)
    note?.(this.asyncId(), parameters[0], executionAsyncId(), this)
  }

  override runInAsyncScope<This, Result>(
    run: (this: This, ...args: unknown[]) => Result,
    thisArg?: This,
    ...args: unknown[]
  ): Result {
    return super.runInAsyncScope(() => current.run(this.asyncId(), () => Reflect.apply(run, thisArg, args)))
  }
}

/** Assigns what a test file declares at its top to the test that runs now, until `endFile`. */
export function beginFile(): void {
  ofFile = current.getStore()
}

export function endFile(): void {
  ofFile = undefined
}

Object.assign(hooks, {
  AsyncResource: Scope,
  executionAsyncId: () => current.getStore() ?? ofFile ?? executionAsyncId(),
  createHook({ init }: { init: Init }) {
    note = init
    const hook = { enable: () => hook, disable: () => hook }
    return hook
  },
})
// The runner keeps these functions from now on. All other modules get Node's own.
await import('node:test')
Object.assign(hooks, { AsyncResource, executionAsyncId, createHook })
