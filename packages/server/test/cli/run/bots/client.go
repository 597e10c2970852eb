package main

import (
	"fmt"
	"net/http"
	"os"
)

func main() {
	request, _ := http.NewRequest("GET", "https://discord.com/api/v10/users/@me", nil)
	request.Header.Set("Authorization", "Bot "+os.Getenv("TOKEN"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(response.StatusCode)
}
