/** Faults as tests name them: `path.to.field CODE`. */
export function faultsIn(faults) {
  const visit = (errors, at) =>
    Object.entries(errors).flatMap(([key, entry]) =>
      Array.isArray(entry)
        ? entry.map(({ code }) => [at.join('.'), code].join(' ').trim())
        : visit(entry, [...at, key]),
    )
  return visit(faults.toJSON(), [])
}
//# sourceMappingURL=faults-in.js.map
