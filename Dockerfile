# Circle as an image: built with everything, run with what the server needs and nothing else, by an account without rights.
FROM node:26.10.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# One web app a language; the server serves that of APP_LANGUAGE.
RUN node scripts/bootstrap.mjs --build && APP_LANGUAGE=de node scripts/bootstrap.mjs --build
# What only tests and the build need goes, and so does the Node that package.json brings: it is the image's own.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-bin-* node_modules/node-linux-* node_modules/.bin/node node_modules/.cache

FROM node:26.10.0-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/scripts/compile-cache.mjs ./scripts/
COPY --from=build /app/server ./server
COPY --from=build /app/dist ./dist
# Compiles every file once, so that a start need not, where nothing can be written later.
RUN DATA_DIR=/tmp/warm node --import ./scripts/compile-cache.mjs server/cli/circle.ts check && rm -rf /tmp/warm
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--import", "./scripts/compile-cache.mjs", "server/main.ts"]
