/** Faults as tests name them: `path.to.field CODE`. */
export function faultsIn(faults: { toJSON(): object }): string[] {
  const visit = (errors: object, at: readonly string[]): string[] =>
    Object.entries(errors).flatMap(([key, entry]: [string, object]) =>
      Array.isArray(entry)
        ? entry.map(({ code }: { code: string }) => [at.join('.'), code].join(' ').trim())
        : visit(entry, [...at, key]),
    )
  return visit(faults.toJSON(), [])
}
