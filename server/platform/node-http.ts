// An ES module that imports values of node:http loads Node's own HTTP client (undici) with it, because Node then reads
// every export: 16 MB that the server does not use. Types may be imported directly.
export const { createServer, request, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
