# y = sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1, from lines `name value`.
{ x[$1] = $2 + 0 }
END {
  y = sin(x["x1"]) + 7 * sin(x["x2"]) ^ 2 + 0.1 * x["x3"] ^ 4 * sin(x["x1"])
  printf "y = %.17g\n", y
}
