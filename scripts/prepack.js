// Refuses `npm pack` and `npm publish` in a package folder: the checkout's manifests and sources make a tarball that
// cannot start.
console.error('Tarballs of this package are made by `npm run pack` in the root of the checkout.')
process.exitCode = 1
