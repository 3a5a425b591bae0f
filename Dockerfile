# Circle as an image: the second stage has only what the server needs, and runs as an account without rights.
FROM node:26.10.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without the tools of tests and checks.
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN node scripts/bootstrap.mjs --build

FROM node:26.10.0-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build /app/package.json ./
# The built server includes its libraries, except for sharp, which has a native part, and libheif, whose licence (LGPL)
# demands that it can be replaced.
COPY --from=build /app/node_modules/sharp ./node_modules/sharp
COPY --from=build /app/node_modules/@img ./node_modules/@img
COPY --from=build /app/node_modules/detect-libc ./node_modules/detect-libc
COPY --from=build /app/node_modules/semver ./node_modules/semver
COPY --from=build /app/node_modules/libheif-js/package.json ./node_modules/libheif-js/
COPY --from=build /app/node_modules/libheif-js/libheif-wasm/LICENSE /app/node_modules/libheif-js/libheif-wasm/libheif.js \
  /app/node_modules/libheif-js/libheif-wasm/libheif.wasm ./node_modules/libheif-js/libheif-wasm/
COPY --from=build /app/contract/openapi.json ./contract/
COPY --from=build /app/scripts/compile-cache.mjs ./scripts/
COPY --from=build /app/dist/server ./dist/server
COPY --from=build /app/dist/web ./dist/web
# Compile every file now, because nothing can be written into the image later.
RUN DATA_DIR=/tmp/warm node --import ./scripts/compile-cache.mjs dist/server/circle.js migrate && rm -rf /tmp/warm
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--import", "./scripts/compile-cache.mjs", "dist/server/main.js"]
