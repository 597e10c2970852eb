import { readFileSync } from 'node:fs'

/** The documented surface, as `npm run social-sdk-surface` writes it. */
interface Surface {
  readonly enums: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly classes: Readonly<
    Record<string, { readonly construct: 'public' | 'none'; readonly copy: boolean; readonly methods: string[] }>
  >
  readonly callbacks: Readonly<Record<string, string>>
}

/** A method of the surface. */
export interface SurfaceMethod {
  readonly name: string
  readonly isStatic: boolean
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
  readonly returns: string
}

export const SURFACE = JSON.parse(readFileSync(new URL('surface.json', import.meta.url), 'utf8')) as Surface

/** Returns the documented methods of a class. */
export function methodsOf(className: string): SurfaceMethod[] {
  return (SURFACE.classes[className]?.methods ?? []).map((signature) => {
    const [, isStatic, name = '', parameters = '', returns = ''] =
      /^(static )?(\w+)\((.*)\): (.+)$/.exec(signature) ?? []
    return { name, isStatic: isStatic !== undefined, parameters: parametersOf(parameters), returns }
  })
}

/** Returns all documented methods as `Class.Method`. */
export function allMethods(): string[] {
  return Object.keys(SURFACE.classes).flatMap((name) => methodsOf(name).map((method) => `${name}.${method.name}`))
}

function parametersOf(text: string): { name: string; type: string }[] {
  if (text === '') return []
  return text.split(/, (?=\w+: )/).map((part) => {
    const [name = '', type = ''] = part.split(/: (.*)/)
    return { name, type }
  })
}
