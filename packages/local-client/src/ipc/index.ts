/** Frames and paths of sockets, for the other end of a connection. */
export { encodeFrame, type Frame, FrameError, FrameReader, Opcode } from './frames.ts'
export { socketPaths } from './paths.ts'
