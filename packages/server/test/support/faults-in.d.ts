/** Faults as tests name them: `path.to.field CODE`. */
export declare function faultsIn(faults: { toJSON(): object }): string[]
