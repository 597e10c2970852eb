import { FairLimit } from '../kernel/fair-limit.ts'

/** Pixels decoded at a time: those of the largest picture that is decoded at all. */
export const PIXELS_MAX = 8192 * 8192
/** Pictures processed at a time: libuv has four threads, which files need too. */
const TASKS_MAX = 4
/** Above it a picture takes a second or more. */
const HEAVY_PIXELS = 4 * 1024 * 1024
/** Pictures that may wait, in all and for one holder: a page of pictures asks for dozens at once. */
const WAITING_MAX = 128
const WAITING_PER_HOLDER_MAX = 48
const WAIT_MAX_MS = 15_000

/**
 * Limits the pixels that the process decodes at a time; the weight of a task is its picture's pixels. A decoded
 * picture takes up to four bytes per pixel and its encoder as much again, so memory follows pixels, not the number of
 * pictures. All platforms of a process share the limit, because they share its memory.
 */
export const processPixels = new FairLimit({
  total: PIXELS_MAX,
  tasksMax: TASKS_MAX,
  heavyAbove: HEAVY_PIXELS,
  waitingMax: WAITING_MAX,
  waitingPerHolderMax: WAITING_PER_HOLDER_MAX,
  waitMaxMs: WAIT_MAX_MS,
})
