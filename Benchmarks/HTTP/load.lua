-- What wrk sends, and the one line of JSON that it reports.
--
--   wrk ... -s load.lua URL -- get
--   wrk ... -s load.lua URL -- post KEY FILE    one request body a line in FILE, one path a line in FILE.paths

local requests = {}
local turn = 0

function init(arguments)
  if arguments[1] == "get" then
    requests[1] = wrk.format("GET")
    return
  end
  local headers = { ["Authorization"] = "Bearer " .. arguments[2], ["Content-Type"] = "application/json" }
  local paths = {}
  for path in io.lines(arguments[3] .. ".paths") do paths[#paths + 1] = path end
  for body in io.lines(arguments[3]) do
    requests[#requests + 1] = wrk.format("POST", paths[#requests % #paths + 1], headers, body)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests": %d, "seconds": %.6f, "p50_ms": %.3f, "p99_ms": %.3f, "bad_status": %d, "bad_socket": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
