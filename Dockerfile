# The hub in one container; its data in one volume. Build: docker build -t hub .
# Run:   docker run -p 3000:3000 -v hub-data:/hub/data -v ./site:/hub/site:ro hub
FROM node:24-bookworm-slim
ENV HOST=0.0.0.0 NODE_ENV=production
WORKDIR /hub
RUN chown node:node /hub
USER node
COPY --chown=node:node package.json package-lock.json .npmrc ./
COPY --chown=node:node scripts/bootstrap.mjs scripts/prepare.mjs scripts/again.mjs scripts/
RUN node scripts/bootstrap.mjs packages
COPY --chown=node:node . .
RUN node scripts/bootstrap.mjs build && mkdir -p data
VOLUME /hub/data
EXPOSE 3000
# exec form: the signal to stop reaches the hub itself.
CMD ["node", "scripts/bootstrap.mjs", "start"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/api/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
