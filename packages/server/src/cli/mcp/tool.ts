import { Faults } from '@guildhall/protocol'
import type { Static, TSchema } from '../../validation/schema.ts'
import { validate } from '../../validation/validate.ts'
import type { ControlClient } from '../control/control-client.ts'
import { type People, ToolError } from './people.ts'

/** Access of tools to a platform. */
export interface ToolParts {
  readonly control: ControlClient
  readonly people: People
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal
}

/** A tool of the Model Context Protocol. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly input: TSchema
  /** Whether it changes nothing. */
  readonly isReading: boolean
  run(parts: ToolParts, input: unknown): Promise<unknown>
}

interface ToolOf<S extends TSchema> extends Omit<Tool, 'run'> {
  readonly input: S
  run(parts: ToolParts, input: Static<S>): Promise<unknown>
}

/** Returns a tool that checks its input by its schema. */
export function tool<S extends TSchema>(description: ToolOf<S>): Tool {
  return {
    ...description,
    async run(parts, given) {
      const faults = new Faults()
      const input = validate(description.input, given, faults)
      if (faults.any) throw new ToolError(`The input of ${description.name} is invalid: ${JSON.stringify(faults)}`)
      return description.run(parts, input)
    },
  }
}
